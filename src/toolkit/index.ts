import type { Children } from '../agent/children.ts';
import type { Clock } from '../base/clock.ts';
import type { Executor } from '../executors/executor.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import type { PublicFetch } from '../security/public-fetch.ts';
import { createWorkspaceFiles, type WorkspaceFiles } from '../security/workspace-files.ts';
import type { Tool } from '../tools/tool.ts';
import { createApplyPatch } from './apply-patch/index.ts';
import { clarify } from './clarify/index.ts';
import { createDelegateTask } from './delegate-task/index.ts';
import { createEditFile } from './edit-file/index.ts';
import { createExec } from './exec/index.ts';
import { createExecuteCode } from './execute-code/index.ts';
import { createImageGenerate } from './image-generate/index.ts';
import { createListDir } from './list-dir/index.ts';
import { createMessage } from './message/index.ts';
import { createNotify } from './notify/index.ts';
import { createProcess } from './process/index.ts';
import type { Processes } from './process/processes.ts';
import { readArtifact } from './read-artifact/index.ts';
import { createReadFile } from './read-file/index.ts';
import { createSearchFiles } from './search-files/index.ts';
import { createSendFile } from './send-file/index.ts';
import { createSessionSearch } from './session-search/index.ts';
import type { Chats } from './shared/chats.ts';
import { type ExecLimits, USUAL_LIMITS } from './shared/exec-limits.ts';
import type { JudgeCommand } from './shared/judge-command.ts';
import type { MediaSource } from './shared/media-call.ts';
import type { OpenWorkspace } from './shared/open-workspace.ts';
import { createTurnTaking } from './shared/turn-taking.ts';
import { createSpawnTask } from './spawn-task/index.ts';
import { createTextToSpeech } from './text-to-speech/index.ts';
import { createTodo } from './todo/index.ts';
import { createVisionAnalyze } from './vision-analyze/index.ts';
import { createWebFetch } from './web-fetch/index.ts';
import { createWebSearch, type WebSearchSettings } from './web-search/index.ts';
import { createWriteFile } from './write-file/index.ts';

export { IMAGE_KEY } from './image-generate/index.ts';
export { createProcesses, type Processes } from './process/processes.ts';
export { SPEECH_KEY } from './text-to-speech/index.ts';
export { SEARCH_KEY } from './web-search/index.ts';

export interface BuiltinToolDeps {
  readonly executor: Executor;
  readonly clock: Clock;
  /** Files and folders of the runtime: data folder, configuration files, existing or not. Absolute. */
  readonly protectedPaths: readonly string[];
  readonly home: string | undefined;
  /** PATH on which ripgrep is looked for. */
  readonly searchPath: string;
  /** Ten minutes and a megabyte when absent. */
  readonly execLimits?: ExecLimits;
  readonly web: WebToolDeps;
  readonly chats: Chats;
  readonly media: MediaToolDeps;
  readonly workers: WorkerToolDeps;
  readonly programs: ProgramToolDeps;
}

export interface ProgramToolDeps {
  readonly processes: Processes;
  readonly judge: JudgeCommand;
  /** What runs JavaScript. */
  readonly nodePath: string;
}

export interface WorkerToolDeps {
  readonly children: Children;
  /** The longest time of a worker. */
  readonly wallTimeMs: number;
  readonly maxDepth: number;
}

export interface WebToolDeps {
  /** For what a model or a page names. */
  readonly publicFetch: PublicFetch;
  /** For what the configuration names. */
  readonly fetch: typeof fetch;
  readonly search: WebSearchSettings;
}

export interface MediaToolDeps {
  readonly router: Pick<ModelRouter, 'stream'>;
  readonly hasVisionRoute: boolean;
  readonly image: MediaSource;
  readonly speech: MediaSource;
  readonly voice: string;
}

const SEARCH_TIMEOUT_MS = 20_000;

/** Every built-in tool. Add yours in a folder of its own, then add its line here. */
export function createBuiltinTools(deps: BuiltinToolDeps): readonly Tool[] {
  const { executor, clock, searchPath, chats, web, media, workers, programs } = deps;
  const limits = deps.execLimits ?? USUAL_LIMITS;
  const open = createOpenWorkspace(deps);
  const takeTurns = createTurnTaking();
  return [
    createReadFile(open),
    readArtifact,
    createWriteFile(open, takeTurns),
    createEditFile(open, takeTurns),
    createApplyPatch(open, takeTurns),
    createListDir(open),
    createSearchFiles(open, { clock, searchPath, timeoutMs: SEARCH_TIMEOUT_MS }),
    createExec(open, executor, limits),
    createProcess(open, { ...programs, executor, clock }),
    createExecuteCode(open, { ...programs, executor, clock, limits }),
    createTodo(takeTurns),
    clarify,
    createWebFetch({ fetch: web.publicFetch, clock }),
    createWebSearch({ fetch: web.fetch, settings: web.search }),
    createMessage(chats),
    createNotify(chats),
    createSendFile(open, chats),
    createSessionSearch(chats.storage),
    createVisionAnalyze(open, { router: media.router, hasRoute: media.hasVisionRoute }),
    createImageGenerate(open, { ...web, source: media.image }),
    createTextToSpeech(open, { ...web, source: media.speech, voice: media.voice }),
    createDelegateTask(workers.children, workers),
    createSpawnTask(workers.children, workers),
  ];
}

function createOpenWorkspace({
  protectedPaths,
  home,
}: Pick<BuiltinToolDeps, 'protectedPaths' | 'home'>): OpenWorkspace {
  const opened = new Map<string, WorkspaceFiles>();
  return (workspace) => {
    const known = opened.get(workspace);
    if (known !== undefined) return known;
    const files = createWorkspaceFiles({ workspace, protectedPaths, home });
    opened.set(workspace, files);
    return files;
  };
}
