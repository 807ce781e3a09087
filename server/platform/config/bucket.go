package config

import (
	"net/url"
	"strings"
)

// Bucket is a bucket of an S3-compatible store. It may be unset.
type Bucket struct {
	Endpoint        string `env:"ENDPOINT" example:"https://s3.us-east-1.amazonaws.com" doc:"S3-compatible store for {}."`
	Name            string `env:"BUCKET" example:"thriftwell" doc:"Bucket there."`
	Region          string `env:"REGION" envDefault:"us-east-1" doc:"Region of the bucket."`
	AccessKeyID     string `env:"ACCESS_KEY_ID" example:"id" doc:"ID of a key that may read, write, list and delete there."`
	SecretAccessKey string `env:"SECRET_ACCESS_KEY" example:"secret" doc:"Secret of that key."`
}

// IsSet reports whether the settings name a bucket.
func (b Bucket) IsSet() bool { return b.Endpoint != "" }

// check validates a bucket whose settings start with prefix.
func (b Bucket) check(prefix string, bad func(string, ...any)) {
	set := b.IsSet()
	if set != (b.Name != "") || set != (b.AccessKeyID != "") || set != (b.SecretAccessKey != "") {
		bad("%[1]sENDPOINT, %[1]sBUCKET, %[1]sACCESS_KEY_ID and %[1]sSECRET_ACCESS_KEY go together; set all four or none.", prefix)
	}
	u, err := url.Parse(b.Endpoint)
	if set && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.User != nil) {
		bad("%sENDPOINT is %q; set it to the address of the store without a bucket, such as https://s3.us-east-1.amazonaws.com.", prefix, b.Endpoint)
	}
}
