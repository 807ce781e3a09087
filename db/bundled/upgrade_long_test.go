//go:build long

package bundled

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

func TestTheNextStartFinishesAKilledUpgrade(t *testing.T) {
	t.Parallel()
	o := predecessorData(t)
	for _, step := range []string{
		"the predecessor runs", "the cluster is made", "the data is taken over", "the new cluster is whole", "the old one is out of the way", "the new one is in its place",
	} {
		t.Run(step, func(t *testing.T) {
			to := o
			to.DataDir = dataDir(t)
			copied(t, filepath.Join(o.DataDir, "postgres"), to.DataDir)
			if step == "the old one is out of the way" { // the link's target does not exist
				elsewhere := filepath.Join(dataDir(t), "postgres")
				link := filepath.Join(to.DataDir, "postgres")
				if err := errors.Join(os.Rename(link, elsewhere), os.Symlink(elsewhere, link)); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestAsChild$")
			cmd.Env = append(os.Environ(), "BUNDLED_CHILD="+to.DataDir, "BUNDLED_SQL=SELECT 'up'", "BUNDLED_KILL="+step)
			out, err := cmd.CombinedOutput()
			if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("it was not killed: %v %s", err, out)
			}
			upgraded(t, to)
		})
	}
}
