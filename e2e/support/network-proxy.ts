/** TCP proxy between browser and server that can be disconnected, also in the middle of a request, throttled and stalled. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface NetworkProxy {
  /** Base URL of the proxy. */
  url: string;
  connect: () => void;
  /** Closes all connections and refuses new ones. */
  disconnect: () => void;
  /** Accepts requests from now on, and never responds to them. */
  stall: () => void;
  /** Responds with an HTML page of this status to all new connections, as gateways and login pages of networks do. Closes the open ones. */
  respondWithPage: (status: number) => void;
  /** Closes connections with requests that contain this text. */
  breakRequests: (text: string) => void;
  /** Disconnects after this many more bytes to the server. */
  disconnectAfter: (bytes: number) => void;
  /** Slows responses down from now on. @param latency round-trip time in milliseconds */
  throttle: (by: { bytesPerSecond: number; latency: number }) => void;
  /** Everything that was sent to the server, as text. */
  sentText: () => string;
  close: () => Promise<void>;
}

/** Starts a proxy. @param targetUrl `http://localhost:41234` */
export async function startNetworkProxy(targetUrl: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let isUp = true;
  let isStalled = false;
  let pageStatus: number | null = null;
  let brokenText: string | null = null;
  let bytesLeft = Number.POSITIVE_INFINITY;
  let text = '';
  let slow: { bytesPerSecond: number; latency: number } | null = null;
  /** Time at which the next bytes can be sent, in milliseconds. */
  let freeAt = 0;
  const respond = (client: Socket, bytes: Buffer) => {
    if (!slow) return client.write(bytes);
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes.length / slow.bytesPerSecond) * 1000;
    return setTimeout(() => client.destroyed || client.write(bytes), freeAt - now + slow.latency);
  };
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const disconnect = () => {
    isUp = false;
    closeAll();
  };
  const server = createServer((client) => {
    if (!isUp) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (isStalled) return;
      if (brokenText !== null && bytes.includes(brokenText)) {
        client.destroy();
        return;
      }
      if (pageStatus !== null) {
        client.end(
          `HTTP/1.1 ${pageStatus} -\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<p>Gateway`,
        );
        return;
      }
      text += bytes.toString('latin1');
      bytesLeft -= bytes.length;
      if (bytesLeft < 0) disconnect();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => respond(client, bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    connect: () => {
      isUp = true;
      isStalled = false;
      pageStatus = null;
      brokenText = null;
      bytesLeft = Number.POSITIVE_INFINITY;
    },
    disconnect,
    stall: () => {
      isStalled = true;
    },
    respondWithPage: (status) => {
      pageStatus = status;
      closeAll();
    },
    breakRequests: (broken) => {
      brokenText = broken;
    },
    disconnectAfter: (bytes) => {
      bytesLeft = bytes;
    },
    throttle: (by) => {
      slow = by;
    },
    sentText: () => text,
    close: async () => {
      disconnect();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
