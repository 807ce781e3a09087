package discovery

import (
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"
)

// SpeculationPath is where browsers learn which pages they may prepare.
const SpeculationPath = "/speculation.json"

// Speculate names the rules in an answer that is a page, for a browser that
// knows them. By a header the rules are nothing inline.
func Speculate() gin.HandlerFunc {
	rules := []string{`"` + SpeculationPath + `"`} // shared by all answers: nothing may write into it
	return func(c *gin.Context) { c.Writer.Header()["Speculation-Rules"] = rules }
}

// rules are those of https://wicg.github.io/nav-speculation/speculation-rules.html.
type rules struct {
	Prerender []rule `json:"prerender,omitempty"`
}

type rule struct {
	Where     condition `json:"where"`
	Eagerness string    `json:"eagerness"`
}

type condition struct {
	And      []condition `json:"and,omitempty"`
	Href     []string    `json:"href_matches,omitempty"`
	Selector string      `json:"selector_matches,omitempty"`
}

// Speculation answers with the rules by which a browser prepares a page once
// somebody points at a link to it: pages at these patterns, until the page's own
// code is there, which fetches ahead for itself (ui/entry.client.tsx). A browser
// that is to save data is told of none.
func Speculation(patterns []string) func(*gin.Context) error {
	all := rules{[]rule{{Eagerness: "moderate", Where: condition{And: []condition{{Href: patterns}, {Selector: "html:not([data-alive]) a"}}}}}}
	return func(c *gin.Context) error {
		told := all
		if c.GetHeader("Save-Data") == "on" {
			told = rules{}
		}
		body, err := json.Marshal(told)
		if err != nil {
			return err
		}
		c.Header("Vary", "Save-Data")
		c.Data(http.StatusOK, "application/speculationrules+json", body)
		return nil
	}
}
