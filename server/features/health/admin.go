package health

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// Admin handles the calls of admins.
type Admin struct{ Watch *Watch }

// report is what the health page shows.
type report struct {
	Level     Level     `json:"level"` // of the worst part
	CheckedAt time.Time `json:"checkedAt"`
	Parts     []part    `json:"parts"`
}

type part struct {
	Name     string    `json:"name"`
	Level    Level     `json:"level"`
	Sentence string    `json:"sentence"`
	Help     string    `json:"help"`
	Problems []problem `json:"problems"` // the worst first
	Details  []Detail  `json:"details"`
}

type problem struct {
	What string `json:"what"`
	Fix  string `json:"fix"`
	Page string `json:"page"`
}

// Show handles GET /api/admin/health.
func (a Admin) Show(c *gin.Context) error {
	out := report{Level: Fine, CheckedAt: time.Now()}
	for _, p := range a.Watch.Report(c.Request.Context()) {
		shown := part{p.Name, p.Level(), p.Sentence, p.Help, []problem{}, append([]Detail{}, p.Details...)}
		for _, t := range p.Troubles {
			shown.Problems = append(shown.Problems, problem{t.What, t.Mend, t.Page})
		}
		if len(p.Troubles) > 0 {
			shown.Sentence = p.Troubles[0].What + "."
		}
		if rank(shown.Level) < rank(out.Level) {
			out.Level = shown.Level
		}
		out.Parts = append(out.Parts, shown)
	}
	c.JSON(http.StatusOK, out)
	return nil
}
