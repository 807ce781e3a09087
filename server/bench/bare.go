package main

import (
	"net/http"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"
)

// serveBare is the other side of the cached page: the same bytes and the same
// headers from a handler of Gin that does nothing else. Its arguments are a
// file with the body, then header names and values in turn.
func serveBare(args []string) {
	body, err := os.ReadFile(args[0])
	if err != nil {
		panic(err)
	}
	headers := map[string][]string{"Content-Length": {strconv.Itoa(len(body))}}
	for i := 1; i+1 < len(args); i += 2 {
		headers[http.CanonicalHeaderKey(args[i])] = []string{args[i+1]}
	}
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	r.GET("/page", func(c *gin.Context) {
		h := c.Writer.Header()
		for name, value := range headers {
			h[name] = value
		}
		_, _ = c.Writer.Write(body)
	})
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), r))
}
