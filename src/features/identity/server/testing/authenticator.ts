/** An authenticator as tests need it: it signs what a browser would have it sign, or anything else. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '../../factor-contract.ts';

export type Wish = {
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
  create(options: CreationOptions, wish?: Wish): Attestation;
  get(options: RequestOptions, wish?: Wish): Assertion;
};

const present = 0x01;
const verified = 0x04;
const hasKey = 0x40;

export function makeAuthenticator(origin = 'http://localhost'): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let userHandle: string | undefined;
  const clientData = (type: string, challenge: string, wish: Wish) =>
    Buffer.from(
      JSON.stringify({
        type: wish.type ?? type,
        challenge: wish.challenge ?? challenge,
        origin: wish.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const data = (rpId: string, flags: number, counter: number) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
  };
  const flagsOf = (wish: Wish) => present | (wish.isVerified === false ? 0 : verified);
  const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };

  return {
    id,
    create(options, wish = {}) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const authData = Buffer.concat([
        data(wish.rpId ?? options.rp.id, flagsOf(wish) | hasKey, wish.counter ?? 0),
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
          clientDataJSON: clientData('webauthn.create', options.challenge, wish).toString(
            'base64url',
          ),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options, wish = {}) {
      const authenticatorData = data(wish.rpId ?? options.rpId, flagsOf(wish), wish.counter ?? 0);
      const clientDataJSON = clientData('webauthn.get', options.challenge, wish);
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
          userHandle: wish.userHandle ?? userHandle ?? 'AA',
        },
      };
    },
  };
}
