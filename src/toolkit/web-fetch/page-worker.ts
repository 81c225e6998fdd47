import { parentPort, workerData } from 'node:worker_threads';
import type { PageSource } from './convert-page.ts';
import { readPage } from './read-page.ts';

// The body of a worker thread: it runs when the thread starts; nothing imports it.
parentPort?.postMessage(readPage(workerData as PageSource));
