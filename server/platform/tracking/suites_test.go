//go:build suites

package tracking

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSuiteRobots classifies the crawlers and browsers in the test data of
// crawler-user-agents and isbot.
func TestSuiteRobots(t *testing.T) {
	var crawlers []struct{ Instances []string }
	load(t, "crawler-user-agents/crawler-user-agents.json", &crawlers)
	var bots []string
	for _, c := range crawlers {
		bots = append(bots, c.Instances...)
	}
	judgeAll(t, "crawler-user-agents: bots", bots, true)
	var top []string
	load(t, "top-user-agents/src/index.json", &top)
	judgeAll(t, "crawler-user-agents: browsers", top, false)
	var seen []struct{ UserAgent string }
	load(t, "user-agents/dist/user-agents.json", &seen)
	var browsers []string
	for _, s := range seen {
		browsers = append(browsers, s.UserAgent)
	}
	judgeAll(t, "isbot: browsers of npm", browsers, false)
	isbot := os.Getenv("ISBOT")
	if isbot == "" {
		t.Log("isbot: set ISBOT to a checkout to test its lists too")
		return
	}
	fixtures := filepath.Join(isbot, "fixtures")
	judgeAll(t, "isbot: browsers", yamlList(t, filepath.Join(fixtures, "browsers.yml")), false)
	judgeAll(t, "isbot: bots", yamlList(t, filepath.Join(fixtures, "crawlers.yml")), true)
	files, _ := filepath.Glob(filepath.Join(fixtures, "downloaded/*.json"))
	for _, file := range files {
		var list []string
		load(t, file, &list)
		judgeAll(t, "isbot: bots of "+filepath.Base(file), list, true)
	}
}

// judgeAll logs the user agents that are classified wrongly. It fails the test
// if more than 3% of bots or 0.05% of browsers are.
func judgeAll(t *testing.T, name string, agents []string, bots bool) {
	t.Helper()
	r := newRobots()
	wrong := 0
	for _, agent := range agents {
		if r.isRobot(agent) != bots {
			wrong++
			t.Logf("%s: wrong: %s", name, agent)
		}
	}
	limit := 0.0005
	if bots {
		limit = 0.03
	}
	t.Logf("%s: %d of %d wrong", name, wrong, len(agents))
	if len(agents) == 0 || float64(wrong) > limit*float64(len(agents)) {
		t.Errorf("%s: more than %g wrong", name, limit)
	}
}

func load(t *testing.T, file string, into any) {
	t.Helper()
	if !filepath.IsAbs(file) {
		file = filepath.Join(os.Getenv("SUITES"), file)
	}
	text, err := os.ReadFile(file)
	if err := errors.Join(err, json.Unmarshal(text, into)); err != nil {
		t.Fatal(err)
	}
}

var item = regexp.MustCompile(`(?m)^ +- (.*)$`)

// yamlList returns the items of YAML lists with one item a line.
func yamlList(t *testing.T, file string) (items []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range item.FindAllStringSubmatch(string(text), -1) {
		items = append(items, strings.Trim(m[1], `'"`))
	}
	return items
}
