/** A mail server that behaves as the tests say, at each step of a mail. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export const steps = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'content'] as const;
type Step = (typeof steps)[number] | 'STARTTLS' | 'AUTH' | 'QUIT';
/** `command` is what the client sent. */
type Act = (socket: Socket, command: string) => void;

export type HostileMailServer = {
  readonly port: number;
  /** What it does instead of what it should. */
  acts: Partial<Record<Step, Act>>;
  /** Further lines of the reply to EHLO. */
  extensions: readonly string[];
  /** Commands and contents received, in order. */
  readonly received: string[];
  endConnections(): void;
  close(): Promise<void>;
};

const replies: Record<Step, string> = {
  greeting: '220 mail.example.org ready',
  EHLO: '250 mail.example.org',
  STARTTLS: '220 go on',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  content: '250 taken',
  QUIT: '221 bye',
};

export async function startHostileMailServer(): Promise<HostileMailServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    let isContent = false;
    let buffered = '';
    const answer = (step: Step, command: string) => {
      const act = made.acts[step];
      if (act) return act(socket, command);
      if (step === 'EHLO') for (const line of made.extensions) socket.write(`250-${line}\r\n`);
      socket.write(`${replies[step]}\r\n`);
    };
    answer('greeting', '');
    socket.setEncoding('latin1').on('data', (text: string) => {
      buffered += text;
      for (;;) {
        const mark = isContent ? '\r\n.\r\n' : '\r\n';
        const end = buffered.indexOf(mark);
        if (end < 0) return;
        const command = buffered.slice(0, end);
        buffered = buffered.slice(end + mark.length);
        made.received.push(command);
        const word = command.split(/[ :]/)[0]?.replace('HELO', 'EHLO');
        const step = isContent ? 'content' : (word as Step);
        isContent = step === 'DATA' && !made.acts.DATA;
        if (step in replies) answer(step, command);
        else socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const made: HostileMailServer = {
    port: (server.address() as AddressInfo).port,
    acts: {},
    extensions: [],
    received: [],
    endConnections: () => {
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      made.endConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return made;
}

/** Writes again and again until the connection ends. */
export function repeat(socket: Socket, text: string, milliseconds: number): void {
  const timer = setInterval(() => socket.write(text), milliseconds);
  socket.once('close', () => clearInterval(timer));
}
