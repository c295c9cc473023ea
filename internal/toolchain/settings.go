package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
)

// settingNames are the settings of the go command that change what it builds.
var settingNames = strings.Fields(`GOVERSION GOROOT GOFLAGS GOEXPERIMENT GOFIPS140 GO111MODULE
	GO386 GOAMD64 GOARM GOARM64 GOMIPS GOMIPS64 GOPPC64 GORISCV64 GOWASM
	CGO_ENABLED CGO_CFLAGS CGO_CPPFLAGS CGO_CXXFLAGS CGO_FFLAGS CGO_LDFLAGS CC CXX FC AR GCCGO PKG_CONFIG`)

// settings returns the settings of the go command as text.
func settings(ctx context.Context, goCommand string) (string, error) {
	cmd := exec.CommandContext(ctx, goCommand, append([]string{"env", "-json"}, settingNames...)...)
	cmd.Env = environment(false)
	out, err := cmd.Output()
	if failure, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("go env: %w: %s", err, strings.TrimSpace(string(failure.Stderr)))
	}
	return string(out), err
}

// namesFiles matches settings with flags that name files, whose content may change.
var namesFiles = regexp.MustCompile(`-(overlay|toolexec|pgo)\b`)

// environment returns the environment of the go command, which builds for this machine. Without the permission to
// download, it does not exchange itself for another toolchain.
func environment(get bool) []string {
	env := append(os.Environ(), "GOWORK=off", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	if !get {
		env = append(env, "GOTOOLCHAIN=local")
	}
	return env
}
