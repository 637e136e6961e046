import { deflateRawSync } from 'node:zlib';

type Content = { readonly bytes?: Buffer; readonly extra?: Buffer; readonly isDeflated?: boolean };

/** A ZIP of entries, each empty or with what it contains. */
export function zipOf(...all: readonly (string | readonly [string, Content])[]): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of all) {
    const [name, content] = typeof entry === 'string' ? [entry, {}] : entry;
    const { bytes = Buffer.alloc(0), extra = Buffer.alloc(0), isDeflated = false } = content;
    const packed = isDeflated ? deflateRawSync(bytes) : bytes;
    const local = Buffer.concat([Buffer.alloc(30), Buffer.from(name, 'latin1'), extra, packed]);
    local.writeUInt32LE(0x04_03_4b_50, 0);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(extra.length, 28);
    const listed = Buffer.concat([Buffer.alloc(46), Buffer.from(name, 'latin1')]);
    listed.writeUInt32LE(0x02_01_4b_50, 0);
    listed.writeUInt16LE(isDeflated ? 8 : 0, 10);
    listed.writeUInt32LE(packed.length, 20);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt32LE(offset, 42);
    offset += local.length;
    entries.push(local);
    directory.push(listed);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(all.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, ...directory, end]);
}
