// What the bundled modules expect to find in every page.
export { default as jQuery } from "jquery";
export const process = { env: {}, cwd: () => "/", platform: "browser" };
