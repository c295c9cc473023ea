package kernel

import (
	"os"
	"path/filepath"
	"testing"
)

func TestHistory(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		for _, code := range []string{"value a", "print b", "value a", "fail c", "value [d]"} {
			c.replyTo(c.request(shell, "execute_request", content(map[string]any{"code": code})))
		}
		for _, q := range []struct{ request, history string }{
			{`"hist_access_type":"tail","n":2`, `[[1,4,"fail c"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"tail","n":99`, `[[1,1,"value a"],[1,2,"print b"],[1,3,"value a"],[1,4,"fail c"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"tail","n":-1`, `[]`},
			{`"hist_access_type":"tail","n":2,"output":true`, `[[1,4,["fail c",null]],[1,5,["value [d]","[d]"]]]`},
			{`"hist_access_type":"range","session":0,"start":2,"stop":4`, `[[1,2,"print b"],[1,3,"value a"]]`},
			{`"hist_access_type":"range","session":1,"start":4`, `[[1,4,"fail c"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"range","session":1,"start":4,"stop":null`, `[[1,4,"fail c"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"range","session":7,"start":1,"stop":3`, `[]`},
			{`"hist_access_type":"search","pattern":"value*"`, `[[1,1,"value a"],[1,3,"value a"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"search","pattern":"value a","unique":true`, `[[1,3,"value a"]]`},
			{`"hist_access_type":"search","pattern":"*","n":1`, `[[1,5,"value [d]"]]`},
			{`"hist_access_type":"search","pattern":"value"`, `[]`},
		} {
			c.says(c.request(shell, "history_request", "{"+q.request+"}"), `{"history":`+q.history+`,"status":"ok"}`)
		}
	})
}

func TestHistoryGoesOnAcrossSessions(t *testing.T) {
	dir := t.TempDir()
	options := Options{Info: testInfo, HistoryDir: dir}
	first := newLocalClientOf(t, options)
	first.execute("value a", "ok", "", "")
	second := newLocalClientOf(t, options)
	second.execute("print b", "ok", "b\n", "")
	for _, q := range []struct{ request, history string }{
		{`"hist_access_type":"tail","n":5,"output":true`, `[[1,1,["value a","a"]],[2,1,["print b",null]]]`},
		{`"hist_access_type":"range","session":-1,"start":1`, `[[1,1,"value a"]]`},
		{`"hist_access_type":"range","session":0,"start":1`, `[[2,1,"print b"]]`},
		{`"hist_access_type":"search","pattern":"v*"`, `[[1,1,"value a"]]`},
	} {
		second.says(second.request(shell, "history_request", "{"+q.request+"}"), `{"history":`+q.history+`,"status":"ok"}`)
	}
}

func TestHistoryWithoutAFolderOnDisk(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := newLocalClientOf(t, Options{Info: testInfo, HistoryDir: filepath.Join(file, "history")})
	c.execute("print b", "ok", "b\n", "")
	c.says(c.request(shell, "history_request", `{"hist_access_type":"tail","n":5}`), `{"history":[[1,1,"print b"]],"status":"ok"}`)
}
