"""Jupyter's own kernel test suite on the installed krigo kernel, every sample
filled in and no test skipped."""

import unittest

import jupyter_kernel_test
from jupyter_kernel_test import validate_message
from session import TIMEOUT, use_temporary_kernelspec

setUpModule, tearDownModule = use_temporary_kernelspec()
jupyter_kernel_test.TIMEOUT = TIMEOUT


class KrigoKernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "krigo"

    @classmethod
    def setUpClass(cls):
        """The suite waits 0.1 s for what must come on iopub, which is too short on a busy machine."""
        super().setUpClass()
        get_msg = cls.kc.iopub_channel.get_msg

        def patient(timeout=None):
            return get_msg(timeout=TIMEOUT)

        cls.kc.iopub_channel.get_msg = patient

    def flush_channels(self):
        """Passes over all that earlier requests brought: up to reply and idle of one more."""
        request = self.kc.execute("", silent=True)
        for get, last in (self.kc.get_shell_msg, "execute_reply"), (self.kc.get_iopub_msg, "idle"):
            while True:
                message = get(timeout=TIMEOUT)
                validate_message(message)
                if message["parent_header"].get("msg_id") == request and last in (message["msg_type"], message["content"].get("execution_state")):
                    break

    def get_non_kernel_info_reply(self, timeout=None):
        return super().get_non_kernel_info_reply(timeout=TIMEOUT)

    language_name = "go"
    file_extension = ".go"

    code_hello_world = 'import "fmt"\nfmt.Println("hello, world")'
    code_stderr = 'import (\n\t"fmt"\n\t"os"\n)\nfmt.Fprintln(os.Stderr, "careful")'

    completion_samples = [
        {"text": "import \"strings\"\nstrings.HasP", "matches": {"HasPrefix"}},
        {"text": "import \"math\"\nmath.Sinc"},
    ]

    complete_code_samples = ["1 + 1", "x := 3", 'import "fmt"', "func twice(n int) int { return 2 * n }", "for i := 0; i < 3; i++ {\n}"]
    incomplete_code_samples = ["func f() {", "for i := 0; i < 3; i++ {\n\tx := i", "y := (1 +", "s := `raw"]
    invalid_code_samples = ["x := )", "func 3() {}", "}"]

    code_page_something = "%help"
    code_generate_error = 'panic("no")'

    code_execute_result = [
        {"code": "1 + 2 + 3", "result": "6"},
        {"code": '"krigo" + "!"', "result": "krigo!"},
        {"code": "[]float64{1, 2.5}", "result": "[1 2.5]"},
    ]
    code_display_data = [
        {"code": 'display.HTML("<b>bold</b>")', "mime": "text/html"},
        {"code": 'import "image"\ndisplay.Show(image.NewRGBA(image.Rect(0, 0, 4, 4)))', "mime": "image/png"},
    ]

    code_history_pattern = "1 [+]*3"
    supported_history_operations = ("tail", "range", "search")

    code_inspect_sample = "display.HTML"
    code_clear_output = "display.Clear(false)"


del jupyter_kernel_test  # or unittest would find the abstract KernelTests too

if __name__ == "__main__":
    unittest.main()
