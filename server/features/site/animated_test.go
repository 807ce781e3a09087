package site_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

func uploadingAnAnimatedPictureShowsANotice(t *testing.T, s *sitetest.Site) {
	editor := s.As("editor")
	frame := func(shade uint8) *image.Paletted {
		return image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.Gray{shade}, color.Gray{255 - shade}})
	}
	for frames, notice := range map[int]bool{1: false, 2: true} {
		var file bytes.Buffer
		moving := gif.GIF{}
		for i := range frames {
			moving.Image, moving.Delay = append(moving.Image, frame(uint8(100*i))), append(moving.Delay, 10)
		}
		if err := gif.EncodeAll(&file, &moving); err != nil {
			t.Fatal(err)
		}
		a, _ := upload(editor, "moving.gif", file.Bytes())
		if a.Status != 201 || strings.Contains(a.Body, "first frame") != notice {
			t.Errorf("%d frames: %d %s", frames, a.Status, a.Body)
		}
	}
}
