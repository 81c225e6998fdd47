import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createFakeServer } from './sdk-server.ts';

serveStdio(createFakeServer);
