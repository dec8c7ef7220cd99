import type { SignUpProps } from "./props.ts";

/** Placeholder until the form stands here. */
export default function SignUp(_props: SignUpProps) {
  return <p>Loading...</p>;
}
