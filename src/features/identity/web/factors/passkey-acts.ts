/** What a browser does with passkeys. The library is loaded when the first one is asked for. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { call } from '#web/api/call.ts';
import { CallError, describeFailure, hasCode } from '#web/api/call-error.ts';
import type { SignedInView } from '../../contract.ts';
import { factorCalls, type Passkey } from '../../factor-contract.ts';

/** Where the address is not safe, or the browser is old, there are none. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

export async function signInWithPasskey(): Promise<SignedInView> {
  const { startAuthentication, optionsJSON } = await beginSignIn();
  return signInBy(await startAuthentication({ optionsJSON }));
}

/** An offer answers a question that the server asked, which is over after five minutes. */
export const offerMilliseconds = 4 * 60_000;

/**
 * Has the browser offer passkeys where it offers addresses, in the field for one, until `signal` ends
 * it. Nobody is asked anything, or hears of a failure, before they chose one: undefined without that.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<SignedInView | undefined> {
  const passkey = await offered(signal).catch(() => undefined);
  return passkey && !signal.aborted ? signInBy(passkey) : undefined;
}

async function offered(signal: AbortSignal): Promise<AuthenticationResponseJSON | undefined> {
  if (!(await canOffer())) return undefined;
  const { startAuthentication, WebAuthnAbortService, optionsJSON } = await beginSignIn(signal);
  signal.throwIfAborted();
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  return startAuthentication({ optionsJSON, useBrowserAutofill: true });
}

/** Where the address is a number the hub has no passkeys, which need not be asked. */
async function canOffer(): Promise<boolean> {
  if (!hasPasskeys() || /^[\d.]+$|^\[/.test(window.location.hostname)) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

async function beginSignIn(signal?: AbortSignal) {
  const [library, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(factorCalls.beginPasskeySignIn, { signal }),
  ]);
  return { ...library, optionsJSON };
}

function signInBy(made: AuthenticationResponseJSON): Promise<SignedInView> {
  const passkey = { ...made, clientExtensionResults: {} };
  return call(factorCalls.passkeySignIn, { body: { passkey } });
}

export async function makePasskey(typed: {
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

/** Why there was no passkey, in words for a person. */
export function passkeyFailure(error: Error): string {
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
