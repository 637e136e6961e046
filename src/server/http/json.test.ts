import { describe, expect, test } from 'vitest';
import { readJson } from './json.ts';

describe('reading JSON strictly', () => {
  test.each([
    '{"a":1.5,"b":[true,null,"é"]}',
    '{"":{"":1},"a:\\"":[{"a":":"},{"a":{}}]}',
    '0',
    '10.50',
    '-3',
    '',
  ])('%s is read', (text) => {
    const read = readJson(Buffer.from(text));
    expect(read.ok && read.value).toEqual(text === '' ? undefined : JSON.parse(text));
  });

  test.each(['{', '{"a":}', "{'a':1}", '[1,]', 'NaN', '01'])('%s is malformed', (text) => {
    const read = readJson(Buffer.from(text));
    expect(!read.ok && read.refusal.kind).toBe('malformed');
  });

  test.each([
    '1e2',
    '1E400',
    '1e309',
    '-0',
    '-0.0',
    '9007199254740993',
    '0.1000000000000000055',
    '{"a":{"b":[1e1]}}',
    '{"__proto__":{"x":1}}',
    '"a\\u0000b"',
    '"\\ud800"',
    '{"\\u0000":1}',
    '{"a":1,"a":2}',
    '[{"b":{"a":{":":1},"a":[]}}]',
  ])('%s is refused', (text) => {
    const read = readJson(Buffer.from(text));
    expect(!read.ok && read.refusal.kind).toBe('invalid');
  });

  test.each(['latin1', 'utf16le'] as const)('a letter in %s is not kept as another', (encoding) => {
    const read = readJson(Buffer.from('{"a":"Café"}', encoding));
    expect(!read.ok && read.refusal.message).toBe('The body is not UTF-8');
  });
});
