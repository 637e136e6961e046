/** A ZIP of empty entries. */
export function zipOf(...names: string[]): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const local = Buffer.concat([Buffer.alloc(30), Buffer.from(name, 'latin1')]);
    local.writeUInt32LE(0x04_03_4b_50, 0);
    local.writeUInt16LE(name.length, 26);
    const listed = Buffer.concat([Buffer.alloc(46), Buffer.from(name, 'latin1')]);
    listed.writeUInt32LE(0x02_01_4b_50, 0);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt32LE(offset, 42);
    offset += local.length;
    entries.push(local);
    directory.push(listed);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, ...directory, end]);
}
