/**
 * Puts a text on the clipboard, and tells whether it is there. Browsers offer the clipboard itself on https and localhost
 * alone, and people may refuse it; elsewhere the text goes along as if somebody had pressed the keys for it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused, which the other way may not be.
  }
  let isGiven = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    isGiven = true;
  };
  document.addEventListener("copy", give, { capture: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", give, { capture: true });
  return isCopied && isGiven;
}
