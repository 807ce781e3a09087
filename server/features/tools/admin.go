package tools

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/numbers"
)

// Check handles POST /api/admin/numbers. It returns what is wrong with the
// numbers being edited, or how they will be shown. It stores nothing.
func Check(c *gin.Context) error {
	var body struct {
		Source string `json:"source"` // YAML of the block
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	sheet, problems := numbers.Read(body.Source)
	answer := struct {
		Problems []numbers.Problem `json:"problems"`
		Figures  map[string]string `json:"figures"` // results of the example, by name
		Sentence string            `json:"sentence"`
		HTML     string            `json:"html"`
	}{Problems: append([]numbers.Problem{}, problems...), Figures: map[string]string{}}
	if sheet != nil {
		html, err := sheet.HTML(3)
		if err != nil {
			return err
		}
		answer.Sentence, answer.HTML = sheet.Sentence(), html
		for _, f := range sheet.Formulas {
			answer.Figures[f.Name], _ = sheet.Figure(f.Name)
		}
	}
	c.JSON(http.StatusOK, answer)
	return nil
}
