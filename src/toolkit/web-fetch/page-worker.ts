import { parentPort, workerData } from 'node:worker_threads';
import type { Page, PageSource } from './page.ts';
import { readPage } from './read-page.ts';

/** All that the worker says. */
export type PageMessage = Page;

// The body of a worker thread: it runs when the thread starts; nothing imports it but its type.
const page: PageMessage = readPage(workerData as PageSource);
parentPort?.postMessage(page);
