/** An answer's text up to a bound, whatever more is sent. */
export async function beginningOf(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > bytesMax) break;
  }
  return text;
}
