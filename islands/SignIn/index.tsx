import type { SignInProps } from "./props.ts";

/** Placeholder until the form stands here. */
export default function SignIn(_props: SignInProps) {
  return <p>Loading...</p>;
}
