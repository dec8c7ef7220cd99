import type { EchoProps } from "./props.ts";

/** Shows its value as text, exactly. */
export default function Echo({ value }: EchoProps) {
  return <pre>{JSON.stringify(value)}</pre>;
}
