import { useRef } from "react";
import { useForm } from "react-hook-form";
import { Refusal, sentences } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { sentenceOf, signInClient } from "../_data/browserClient.ts";
import { writeSetting } from "../_data/setting.ts";
import { useHydrated } from "../_data/useHydrated.ts";
import { Button } from "../_parts/Button.tsx";
import { Field } from "../_parts/Field.tsx";
import { GoogleButton } from "../_parts/GoogleButton.tsx";
import { Notice } from "../_parts/Notice.tsx";
import type { SignInProps } from "./props.ts";

type Fields = { username: string; password: string };

/** The sign-in form: e-mail and password, or Google where the installation has it. */
export default function SignIn({ googleClientId }: SignInProps) {
  const hydrated = useHydrated();
  // No default values: what was typed before the script arrived stays in the fields.
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Fields>();
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const busy = isSubmitting || isSubmitSuccessful;
  // State arrives a render too late for the second of two quick clicks, which would count against the limit.
  const asking = useRef(false);

  const signIn = async ({ username, password }: Fields) => {
    if (asking.current) return;
    const blank = username.trim() === "" ? "username" : password === "" ? "password" : undefined;
    if (blank !== undefined) {
      setError("root", { message: sentences.loginRequired });
      setFocus(blank);
      return;
    }
    asking.current = true;
    try {
      const session = await signInClient("POST /amplify/auth/login", { body: { username, password } });
      writeSetting("uid", session.uid);
      window.location.assign("/app");
    } catch (error) {
      asking.current = false;
      setError("root", { message: signInSentence(error) });
      setFocus("password");
    }
  };

  return (
    <>
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
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={limits.text.passwordMax}
          required
          {...register("password")}
        />
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

/** The specification's words: a wrong pair, else what the server said, else that it failed. */
function signInSentence(error: unknown): string {
  if (error instanceof Refusal && error.code === "invalid_credentials") return sentences.invalidCredentials;
  return error instanceof Refusal ? sentenceOf(error) : "Failed to login";
}
