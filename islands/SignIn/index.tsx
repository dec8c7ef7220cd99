import { useEffect, useRef, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { Refusal, sentences } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { signInClient } from "../_data/browserClient.ts";
import { type PassingNotice, takeNotice } from "../_data/passingNotice.ts";
import { writeSetting } from "../_data/setting.ts";
import { useHydrated } from "../_data/useHydrated.ts";
import { Button } from "../_parts/Button.tsx";
import { Field } from "../_parts/Field.tsx";
import { GoogleButton } from "../_parts/GoogleButton.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { PasswordField } from "../_parts/PasswordField.tsx";
import type { SignInProps } from "./props.ts";

type Fields = { username: string; password: string };

/** The sign-in form: e-mail and password, or Google where the installation has it. */
export default function SignIn({ googleClientId }: SignInProps) {
  const hydrated = useHydrated();
  // No default values: what was typed before the script arrived stays in the fields.
  const form = useForm<Fields>({ resolver });
  const { register, handleSubmit, setError, setFocus, setValue, formState } = form;
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const busy = isSubmitting || isSubmitSuccessful;
  const left = usePassingNotice((email) => setValue("username", email));
  // State arrives a render too late for the second of two quick clicks, which would count against the limit.
  const asking = useRef(false);

  const signIn = async ({ username, password }: Fields) => {
    if (asking.current) return;
    asking.current = true;
    try {
      const body = { username, password };
      const options = { otherwise: sentences.loginFailed };
      const session = await signInClient("POST /amplify/auth/login", { body }, options);
      // An empty result means a wrong pair (specification, section 8).
      if (!session?.uid) throw new Refusal("invalid_credentials", sentences.invalidCredentials);
      writeSetting("uid", session.uid);
      window.location.assign("/app");
    } catch (error) {
      asking.current = false;
      setError("root", { message: signInSentence(error) });
      setFocus("password", { shouldSelect: true });
    }
  };

  return (
    <>
      {left === null ? null : (
        <Notice status={left.kind === "notVerified" ? "failed" : "sent"}>
          {left.message ?? welcome[left.kind]}
        </Notice>
      )}
      {/* method="post" keeps a password out of the address should the form ever leave without script. */}
      <form method="post" noValidate onSubmit={handleSubmit(signIn)} aria-busy={busy}>
        {errors.root?.message ? <Notice status="failed">{errors.root.message}</Notice> : null}
        <Field
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="username"
          maxLength={limits.text.emailMax}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...register("username")}
          error={errors.username?.message}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          maxLength={limits.text.passwordMax}
          required
          {...register("password")}
          error={errors.password?.message}
        />
        <p className="entrance-aside">
          <a href="/forgot">Forgot your password?</a>
        </p>
        <Button type="submit" variant="primary" size="large" disabled={!hydrated || busy}>
          {busy ? "Signing in…" : "Sign in"}
        </Button>
      </form>
      <p className="or">or</p>
      <GoogleButton clientId={googleClientId}>Continue with Google</GoogleButton>
      <p className="entrance-else">
        New to Amplify? <a href="/signup">Create an account</a>
      </p>
    </>
  );
}

const welcome: Record<PassingNotice["kind"], string> = {
  signedUp: "Your account is ready. Sign in to begin.",
  passwordChanged: "Your password is changed. Sign in with the new one.",
  signedOut: "You are signed out everywhere.",
  deleted: "Your account and everything kept with it are deleted.",
  notVerified: sentences.notVerified,
};

/** What the page before this one had to say, if anything; the address that it knows is filled in. */
function usePassingNotice(fillIn: (email: string) => void): PassingNotice | null {
  const [left, setLeft] = useState<PassingNotice | null>(null);
  const fill = useRef(fillIn);
  useEffect(() => {
    const notice = takeNotice();
    if (notice === null) return;
    setLeft(notice);
    if (notice.email !== undefined) fill.current(notice.email);
  }, []);
  return left;
}

/** Both fields are needed; the specification has one sentence for either, and it stands at the first blank one. */
const resolver: Resolver<Fields> = (values) => {
  const required = { type: "required", message: sentences.loginRequired };
  if ((values.username ?? "").trim() === "") return { values: {}, errors: { username: required } };
  if ((values.password ?? "") === "") return { values: {}, errors: { password: required } };
  return { values, errors: {} };
};

/** The specification's words: a wrong pair, else what the server said, else that it failed. */
function signInSentence(error: unknown): string {
  if (error instanceof Refusal && error.code === "invalid_credentials") return sentences.invalidCredentials;
  return error instanceof Refusal ? error.message : sentences.loginFailed;
}
