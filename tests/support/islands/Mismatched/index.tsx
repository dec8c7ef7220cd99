/** Says one thing on the server and another in the browser, as an island must never do. */
export default function Mismatched() {
  return <p>{typeof document === "undefined" ? "server" : "browser"}</p>;
}
