package health

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Webhook is an address that alerts are posted to, with the headers of the
// specification Standard Webhooks.
type Webhook struct {
	URL    string
	Key    []byte       // signs alerts; empty for none
	Client *http.Client // that of package weburl, which reaches public addresses only
}

// alert is what is posted. Chat programs show its text.
type alert struct {
	Text  string `json:"text"`
	Event string `json:"event"` // problem or resolved
	Cause string `json:"cause"` // stays the same while the problem lasts
	URL   string `json:"url"`
}

// post sends an alert. Its errors don't name the address, which may be secret.
func (w *Webhook) post(ctx context.Context, a alert) error {
	body, err := json.Marshal(a)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return errors.New("ALERT_WEBHOOK_URL isn't an address")
	}
	id, now := "alert_"+rand.Text(), strconv.FormatInt(time.Now().Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Webhook-Id", id)
	req.Header.Set("Webhook-Timestamp", now)
	if len(w.Key) > 0 {
		mac := hmac.New(sha256.New, w.Key)
		fmt.Fprintf(mac, "%s.%s.%s", id, now, body)
		req.Header.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	res, err := w.Client.Do(req)
	if failure := new(url.Error); errors.As(err, &failure) {
		err = failure.Err
	}
	if err != nil {
		return fmt.Errorf("post an alert to ALERT_WEBHOOK_URL: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("post an alert to ALERT_WEBHOOK_URL: it answered with %s", res.Status)
	}
	return nil
}
