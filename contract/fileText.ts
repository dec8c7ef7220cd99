/** An encoding that is declared stands within as much of a page's beginning (HTML standard, section 4.2.5.4). */
const declaredWithinBytes = 1024;

/**
 * The text of a file, as HTML or JSON: in UTF-16 or UTF-8 where it says so or cannot be anything else, else in the encoding
 * that a page declares, such as one that Word saved for the web, else in that of Windows in western Europe.
 */
export function fileText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return declaredText(bytes);
  }
}

function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

const declaration = /(\bcharset\s{0,9}=\s{0,9}["']?)([\w-]{1,40})/i;

/** As it is kept and sent in UTF-8, that is what it declares from now on. */
function declaredText(bytes: Uint8Array): string {
  const western = new TextDecoder("windows-1252");
  const declared = declaration.exec(western.decode(bytes.subarray(0, declaredWithinBytes)))?.[2];
  if (declared === undefined) return western.decode(bytes);
  return decoderOf(declared, western).decode(bytes).replace(declaration, "$1utf-8");
}

function decoderOf(declared: string, otherwise: TextDecoder): TextDecoder {
  try {
    const named = new TextDecoder(declared);
    // It is none of these, whatever it says.
    return named.encoding.startsWith("utf-") ? otherwise : named;
  } catch {
    return otherwise;
  }
}
