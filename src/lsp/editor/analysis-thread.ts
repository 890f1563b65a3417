/** The other thread, as the editor's side sees it. If it dies, of too much memory or a bug, it is started again. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import {
  createMessageConnection,
  type MessageConnection,
  type NotificationType,
  PortMessageReader,
  PortMessageWriter,
  type RequestType,
} from 'vscode-jsonrpc/node';
import {
  FAILURE,
  type FileReport,
  OPEN,
  type Opened,
  PROGRESS,
  REPORT,
  type ScanProgress,
} from '../messages.js';

/** Starts a thread that serves the other end of a port. */
export type StartThread = (port: MessagePort) => {
  /** Called once, when the thread has ended. */
  onEnd(listener: () => void): void;
  stop(): void;
};

export interface ThreadListener {
  report(reports: readonly FileReport[]): void;
  progress(progress: ScanProgress): void;
  failure(message: string): void;
  /** A new thread knows nothing yet. */
  restarted(): void;
}

/** A thread that dies so often does so for a reason that stays. */
const MOST_STARTS = 4;

export class AnalysisThread {
  readonly #start: StartThread;
  readonly #listener: ThreadListener;
  #connection: MessageConnection;
  /** Questions wait until the thread knows what is open. */
  #opened = deferred();
  #stop: () => void = () => undefined;
  #starts = 0;
  #isStopped = false;

  constructor(start: StartThread, listener: ThreadListener) {
    this.#start = start;
    this.#listener = listener;
    this.#connection = this.#started();
  }

  /** Says which folders are open. Everything else comes after it. */
  async open(opened: Opened): Promise<void> {
    await this.#connection.sendRequest(OPEN, opened);
    this.#opened.resolve();
  }

  async request<P, R>(type: RequestType<P, R, void>, params: P): Promise<R> {
    await this.#opened.promise;
    return this.#connection.sendRequest(type.method, params);
  }

  async notify<P>(type: NotificationType<P>, params: P): Promise<void> {
    await this.#opened.promise;
    await this.#connection.sendNotification(type.method, params);
  }

  stop(): void {
    this.#isStopped = true;
    this.#connection.dispose();
    this.#stop();
  }

  #started(): MessageConnection {
    this.#starts++;
    const { port1, port2 } = new MessageChannel();
    const thread = this.#start(port2);
    const connection = createMessageConnection(new PortMessageReader(port1), new PortMessageWriter(port1));
    connection.onNotification(REPORT, (reports) => this.#listener.report(reports));
    connection.onNotification(PROGRESS, (progress) => this.#listener.progress(progress));
    connection.onNotification(FAILURE, ({ message }) => this.#listener.failure(message));
    connection.listen();
    this.#stop = () => thread.stop();
    thread.onEnd(() => {
      if (this.#isStopped) return;
      connection.dispose();
      port1.close();
      if (this.#starts >= MOST_STARTS) {
        this.#listener.failure('the analysis ended several times and is not started again.');
        return;
      }
      this.#listener.failure('the analysis ended unexpectedly and is started again.');
      this.#opened = deferred();
      this.#connection = this.#started();
      this.#listener.restarted();
    });
    return connection;
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
