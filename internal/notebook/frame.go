package notebook

import "encoding/base64"

// FramePolicy is the Content-Security-Policy of a frame's document: nothing is loaded, and scripts are only its own.
const FramePolicy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; " +
	"img-src data: blob:; font-src data:; media-src data: blob:"

// The document around the HTML of an output. It reports its height to the page, and has no WebRTC, which policies of
// older browsers do not forbid.
const (
	frameHead = `<!DOCTYPE html><html><head><meta charset="utf-8">`
	frameBody = `
<script>for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete window[name];</script>
<style>body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; display: flow-root }</style></head><body>
`
	frameTail = `
<script>{
const tell = () => parent.postMessage({height: Math.ceil(document.body.getBoundingClientRect().height)}, "*");
new ResizeObserver(tell).observe(document.body);
addEventListener("load", tell);
}</script></body></html>
`
)

// FrameDocument returns the HTML of an output as a document, to be shown in a frame.
func FrameDocument(html []byte) []byte {
	return append(append([]byte(frameHead+frameBody), html...), frameTail...)
}

// dataAddress returns a part of an output as a data: address, HTML as the document of a frame.
func dataAddress(mimetype string, content []byte) string {
	if mimetype == htmlType {
		document := frameHead + `<meta http-equiv="Content-Security-Policy" content="` + FramePolicy + `">` + frameBody + string(content) + frameTail
		mimetype, content = "text/html;charset=utf-8", []byte(document)
	}
	return "data:" + mimetype + ";base64," + base64.StdEncoding.EncodeToString(content)
}
