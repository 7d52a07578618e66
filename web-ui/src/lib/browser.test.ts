import { describe, expect, it } from "vitest";
import { browserName } from "./browser";

describe("a browser in words", () => {
  it("is its own name and that of the system", () => {
    const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
    expect(browserName("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe(
      "Firefox on Linux",
    );
    expect(browserName(`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`)).toBe(
      "Edge on Windows",
    );
    expect(browserName(`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36`)).toBe(
      "Chrome on Android",
    );
    expect(browserName("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1")).toBe(
      "Safari on iPhone",
    );
    expect(browserName("curl/8")).toBe("A browser");
  });
});
