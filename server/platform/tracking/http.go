package tracking

import "github.com/gin-gonic/gin"

// Answer counts what a visitor did on a content page, or on none (0), and
// responds with the receipt.
func (c *Counter) Answer(g *gin.Context, page int64, sent Sent, hits ...Hit) error {
	receipt, err := c.Count(Call{Request: g.Request, Address: g.ClientIP(), Sent: sent, Page: page, Hits: hits})
	if err != nil {
		return err
	}
	g.JSON(receipt.Code(), receipt)
	return nil
}
