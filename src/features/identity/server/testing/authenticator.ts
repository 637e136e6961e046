/** A test authenticator: signs what a browser would ask for, or anything else. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '../../factor-contract.ts';

export type Overrides = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
  type?: string;
};

export type Authenticator = {
  id: string;
  create(options: CreationOptions, overrides?: Overrides): Attestation;
  get(options: RequestOptions, overrides?: Overrides): Assertion;
};

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredentialData = 0x40;

export function makeAuthenticator(origin = 'http://localhost'): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let userHandle: string | undefined;
  const clientData = (type: string, challenge: string, overrides: Overrides) =>
    Buffer.from(
      JSON.stringify({
        type: overrides.type ?? type,
        challenge: overrides.challenge ?? challenge,
        origin: overrides.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const data = (rpId: string, flags: number, counter: number) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
  };
  const toFlags = (overrides: Overrides) =>
    userPresent | (overrides.isVerified === false ? 0 : userVerified);
  const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };

  return {
    id,
    create(options, overrides = {}) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const authData = Buffer.concat([
        data(
          overrides.rpId ?? options.rp.id,
          toFlags(overrides) | hasCredentialData,
          overrides.counter ?? 0,
        ),
        Buffer.alloc(16),
        length,
        rawId,
        // COSE: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      // CBOR: { "fmt": "none", "attStmt": {}, "authData": bytes }
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, overrides).toString(
            'base64url',
          ),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options, overrides = {}) {
      const authenticatorData = data(
        overrides.rpId ?? options.rpId,
        toFlags(overrides),
        overrides.counter ?? 0,
      );
      const clientDataJSON = clientData('webauthn.get', options.challenge, overrides);
      const signed = Buffer.concat([
        authenticatorData,
        createHash('sha256').update(clientDataJSON).digest(),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: overrides.userHandle ?? userHandle ?? 'AA',
        },
      };
    },
  };
}
