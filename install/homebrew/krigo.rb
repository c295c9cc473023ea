class Krigo < Formula
  desc "Jupyter kernel for Go with a library of Gaussian processes"
  homepage "{{.URL}}"
  url "{{.URL}}/krigo-{{.Version}}.tar.gz"
  sha256 "{{.Sum}}"
  license "Apache-2.0"

  depends_on "go" => :build

  def install
    system "go", "build", *std_go_args(ldflags: "-s -w"), "./cmd/krigo"
    system bin/"krigo", "install", "--prefix", prefix
    generate_completions_from_executable(bin/"krigo", "completion")
  end

  test do
    (testpath/"sum.go").write "package main\n\nfunc main() { println(20 + 22) }\n"
    assert_match "42", shell_output("#{bin}/krigo run sum.go 2>&1")
    assert_path_exists share/"jupyter/kernels/krigo/kernel.json"
  end
end
