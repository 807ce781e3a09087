package transfer_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/transfer"
)

func TestMissingPicturesInTextsAreReported(t *testing.T) {
	t.Parallel()
	d := open(t)
	dir := t.TempDir()
	text := "![Here](/images/a.svg)\n\nSee ![coins](https://other.example/a.jpg) and ![b](/pictures/" + hash + "-480.jpg)."
	write(t, dir, strings.Replace(article, "Text.", text, 1), "articles", "good.md")
	_, stayed, told := d.bring(dir, transfer.Import{})
	if want := []string{
		"new articles/good.md 0 ",
		"left out articles/good.md 11 The site has no picture at https://other.example/a.jpg, so readers won’t see it. Upload it.",
		"left out articles/good.md 11 The site has no picture at /pictures/" + hash + "-480.jpg, so readers won’t see it. Upload it.",
	}; !stayed || !slices.Equal(told, want) {
		t.Errorf("%v %s", stayed, strings.Join(told, "\n"))
	}
	if _, _, told := d.bring(dir, transfer.Import{}); len(told) > 0 {
		t.Errorf("the second time: %s", strings.Join(told, "\n"))
	}
}

func TestPicturesWithoutFilesAreRefused(t *testing.T) {
	t.Parallel()
	from, to := filled(t), open(t)
	dir := from.export()
	if err := os.Remove(filepath.Join(dir, "pictures", hash+"-480.webp")); err != nil {
		t.Fatal(err)
	}
	_, stayed, told := to.bring(dir, transfer.Import{Partial: true})
	if !stayed || !slices.Contains(told, "refused pictures/"+hash+".yaml 1 The picture file "+hash+"-480.webp is missing.") ||
		!slices.Contains(told, "refused articles/bundle-or-not.md 13 We couldn't find a picture at this address.") {
		t.Error(stayed, told)
	}
}
