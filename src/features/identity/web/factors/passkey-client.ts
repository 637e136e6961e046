/** Creates passkeys and signs in with them. The library is loaded on first use. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { call } from '#web/api/call.ts';
import { CallError, describeFailure, hasCode } from '#web/api/call-error.ts';
import type { SignedInView } from '../../contract.ts';
import { factorCalls, type Passkey } from '../../factor-contract.ts';

/** False in insecure contexts and old browsers. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

export async function signInWithPasskey(): Promise<SignedInView> {
  const { startAuthentication, optionsJSON } = await beginSignIn();
  return completeSignIn(await startAuthentication({ optionsJSON }));
}

/** Shorter than the server's challenge, which expires after five minutes. */
export const suggestionMilliseconds = 4 * 60_000;

/**
 * Lets the browser suggest passkeys in the email field until `signal` aborts. Shows nothing, not even an
 * error, until one is chosen; resolves to undefined otherwise.
 */
export async function suggestPasskeys(signal: AbortSignal): Promise<SignedInView | undefined> {
  const passkey = await requestSuggested(signal).catch(() => undefined);
  return passkey && !signal.aborted ? completeSignIn(passkey) : undefined;
}

async function requestSuggested(
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON | undefined> {
  if (!(await canSuggest())) return undefined;
  const { startAuthentication, WebAuthnAbortService, optionsJSON } = await beginSignIn(signal);
  signal.throwIfAborted();
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  return startAuthentication({ optionsJSON, useBrowserAutofill: true });
}

/** Passkeys require a domain name, so a server reached by an IP address has none. */
async function canSuggest(): Promise<boolean> {
  if (!supportsPasskeys() || /^[\d.]+$|^\[/.test(window.location.hostname)) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

async function beginSignIn(signal?: AbortSignal) {
  const [library, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(factorCalls.beginPasskeySignIn, { signal }),
  ]);
  return { ...library, optionsJSON };
}

function completeSignIn(made: AuthenticationResponseJSON): Promise<SignedInView> {
  const passkey = { ...made, clientExtensionResults: {} };
  return call(factorCalls.passkeySignIn, { body: { passkey } });
}

export async function createPasskey(typed: {
  name: string;
  currentPassword: string;
  code?: string | undefined;
}): Promise<Passkey> {
  const { name, ...proof } = typed;
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(factorCalls.beginPasskey, { body: proof }),
  ]);
  const made = await startRegistration({ optionsJSON });
  const passkey = { ...made, clientExtensionResults: {} };
  return call(factorCalls.addPasskey, { body: { name, passkey } });
}

/** Describes why there was no passkey. */
export function describePasskeyFailure(error: Error): string {
  if (hasCode(error, 'passkey_refused')) return "This passkey can't be used to sign in here.";
  if (error instanceof CallError) return describeFailure(error, { isSavedOnce: false });
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was chosen, or it took too long.';
    case 'InvalidStateError':
      return 'This device already has one of your passkeys.';
    case 'SecurityError':
      return "Passkeys don't work at this address of the server.";
    default:
      return "This browser couldn't do that.";
  }
}
