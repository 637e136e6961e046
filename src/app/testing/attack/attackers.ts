/**
 * A process of its own: strangers, and one member, who do their worst to a server until they are
 * ended. Arguments: the server's URL, the number of strangers, the member's token.
 */
import { connect, type Socket } from 'node:net';

const [url = '', count = '0', token = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);

type Way = { readonly name: string; readonly begin: (socket: Socket) => void };

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${headers}\r\n`;

function post(path: string, body: string, headers = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const large = ['/api/docs/swagger-ui-bundle.js', '/api/openapi.json', '/'];
let number = 0;
const next = () => {
  number += 1;
  return number;
};

/** Sends again whenever an answer arrives. */
function repeat(socket: Socket, request: () => string): void {
  socket.on('data', () => {
    if (socket.writable) socket.write(request());
  });
  socket.write(request());
}

const guess = () =>
  post(
    '/api/auth/sign-in',
    JSON.stringify({ email: `somebody.${next()}@demo.test`, password: 'not the password' }),
  );

const ways: readonly Way[] = [
  {
    name: 'asks for much and reads nothing',
    begin: (socket) => {
      socket.pause();
      for (let index = 0; index < 20; index += 1) socket.write(get(large[index % 3] ?? '/'));
    },
  },
  {
    name: 'asks for the largest file and reads nothing',
    begin: (socket) => {
      socket.pause();
      socket.write(get('/api/docs/swagger-ui-bundle.js'));
    },
  },
  {
    name: 'floods with requests for files, calls and nothing',
    begin: (socket) => {
      const paths = ['/', '/api/openapi.json', '/api/auth/session', '/missing.js', '/api/wallets'];
      repeat(socket, () => get(paths[next() % paths.length] ?? '/'));
    },
  },
  { name: 'guesses passwords', begin: (socket) => repeat(socket, guess) },
  {
    name: 'sends its headers slowly',
    begin: (socket) => {
      socket.write(`GET / HTTP/1.1\r\nHost: ${hostname}\r\n`);
      const timer = setInterval(() => socket.write(`X-${next()}: slow\r\n`), 2_000);
      socket.on('close', () => clearInterval(timer));
    },
  },
  {
    name: 'sends its body slowly',
    begin: (socket) => {
      socket.write(
        `POST /api/auth/sign-in HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`,
      );
      const timer = setInterval(() => socket.write(' '), 2_000);
      socket.on('close', () => clearInterval(timer));
    },
  },
  { name: 'holds a connection', begin: () => {} },
];

const bearer = `Authorization: Bearer ${token}\r\n`;
const memberWays: readonly Way[] = [
  {
    name: 'a member reads nothing of long lists',
    begin: (socket) => {
      socket.pause();
      for (let index = 0; index < 20; index += 1)
        socket.write(get(`/api/expenses?take=100&skip=${next()}`, bearer));
    },
  },
  {
    name: 'a member floods',
    begin: (socket) => repeat(socket, () => get(`/api/users?search=${next()}`, bearer)),
  },
  {
    name: 'a member sends what costs to parse',
    begin: (socket) =>
      repeat(socket, () => post('/api/wallets', `[${'1,'.repeat(15_000)}1]`, bearer)),
  },
];

/** Some from the address of everyone else, others from networks of their own. */
function begin(way: Way, address: string): void {
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  socket.on('error', () => {});
  socket.on('connect', () => way.begin(socket));
  socket.on('close', () => setTimeout(() => begin(way, address), 200 + Math.random() * 300));
}

for (let index = 0; index < Number(count); index += 1) {
  const way = ways[index % ways.length];
  if (way) begin(way, `127.0.${index % 3 === 0 ? 0 : 1 + (index % 7)}.1`);
}
for (let index = 0; index < 30; index += 1) {
  const way = memberWays[index % memberWays.length];
  if (way) begin(way, '127.0.9.1');
}
