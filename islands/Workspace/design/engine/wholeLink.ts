import { parseAddress } from "../../../../contract/address.ts";

/** What leads somewhere as it is, and what begins with a merge field or another product's. */
const isWhole = /^(https?:|mailto:|tel:|sms:|[/#?{*%[<])/i;

/**
 * A link as people type one, made whole: "www.shop.example" names a page only with "https://", which browsers add and mails
 * do not, and "ann@shop.example" is somebody to write to.
 */
export function wholeLink(typed: string): string {
  const text = typed.trim();
  if (text === "" || isWhole.test(text)) return text;
  return `${parseAddress(text).ok ? "mailto:" : "https://"}${text}`;
}

/** Makes the link of a field whole once it is left; nothing is changed under somebody's typing. */
export function completing(typed: string, onChange: (whole: string) => void): () => void {
  return () => {
    const whole = wholeLink(typed);
    if (whole !== typed) onChange(whole);
  };
}
