// Passkeys: what the browser is asked for, and what it says, in the server's words. All bytes go in base64 for addresses.
import { askForPasskey, askToSignIn, keepPasskey, signIn } from "./api";
import { thisBrowser } from "./browser";
import type { You } from "./types";

export function coded(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function decoded(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

/** Whether this browser knows passkeys at all; only secure pages have them. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && navigator.credentials !== undefined;

const GAVE_UP = "The passkey was not used: nothing has changed.";

async function asked<T>(what: () => Promise<Credential | null>, then: (made: PublicKeyCredential) => Promise<T>) {
  let made: Credential | null;
  try {
    made = await what();
  } catch {
    throw new Error(GAVE_UP); // the person said no, or there is none that fits: the browser does not tell which
  }
  if (!made) throw new Error(GAVE_UP);
  return then(made as PublicKeyCredential);
}

/** Make a passkey for one's name, and have the server keep its public half. */
export async function makePasskey(): Promise<You> {
  const question = await askForPasskey();
  return asked(
    () =>
      navigator.credentials.create({
        publicKey: {
          challenge: decoded(question.challenge),
          rp: { id: question.site, name: "Hexillum" },
          user: { id: decoded(question.user), name: question.name, displayName: question.name },
          pubKeyCredParams: question.algorithms.map((alg) => ({ type: "public-key", alg })),
          excludeCredentials: question.known.map((id) => ({ type: "public-key", id: decoded(id) })),
          authenticatorSelection: {
            residentKey: "required",
            requireResidentKey: true,
            userVerification: "required",
          },
          attestation: "none",
          timeout: 1000 * question.seconds,
        },
      }),
    (made) => {
      const said = made.response as AuthenticatorAttestationResponse;
      return keepPasskey({
        id: coded(made.rawId),
        client_data: coded(said.clientDataJSON),
        attestation: coded(said.attestationObject),
        label: thisBrowser(),
      });
    },
  );
}

/** Bring one's name to this browser by a passkey. */
export async function comeByPasskey(): Promise<You> {
  const question = await askToSignIn();
  return asked(
    () =>
      navigator.credentials.get({
        publicKey: {
          challenge: decoded(question.challenge),
          rpId: question.site,
          userVerification: "required",
          timeout: 1000 * question.seconds,
        },
      }),
    (made) => {
      const said = made.response as AuthenticatorAssertionResponse;
      return signIn({
        id: coded(made.rawId),
        client_data: coded(said.clientDataJSON),
        authenticator: coded(said.authenticatorData),
        signature: coded(said.signature),
        user: said.userHandle && said.userHandle.byteLength ? coded(said.userHandle) : null,
        label: thisBrowser(),
      });
    },
  );
}
