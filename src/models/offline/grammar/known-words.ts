/** Programs that may follow "run" without quotes; anything else goes in backticks. */
export const PROGRAMS: ReadonlySet<string> = new Set(
  (
    'awk bash bun cargo cat chmod cmake cp curl cut date deno df diff dir docker du echo env eslint false file ' +
    'find gcc git go gradle grep gzip head hostname id java javac jq ln ls make md5sum mkdir mocha mv mvn node npm ' +
    'npx perl php pip pip3 pnpm printf ps pwd pytest python python3 rg rm rmdir ruby rustc sed seq sh sha256sum ' +
    'sleep sort stat tail tar tee touch tr tree true tsc uname uniq unzip uptime vitest wc wget which whoami ' +
    'xargs yarn zip'
  ).split(' '),
);

/** Words that show that an unquoted command runs on into a sentence. */
export const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  (
    'a again also an and any because but by do does first for how if in is it me my on or please so thank ' +
    'thanks that the them then they this to twice unless until was what when where while why will with ' +
    'would you your'
  ).split(' '),
);

/** Files without an extension that people name. */
export const FILE_NAMES: ReadonlySet<string> = new Set(
  (
    'authors changelog contributing dockerfile gemfile jenkinsfile justfile licence license makefile notice ' +
    'procfile rakefile readme'
  ).split(' '),
);

/** Endings and names of what is rather asked for than dictated in a line, or is no file at all. */
export const NO_TEXT_FILES: ReadonlySet<string> = new Set(
  (
    'bash bat c cc cjs clj cmake cmd cpp cs css cts cxx dart erl ex exs fish go gradle graphql h hpp hs htm html ipynb ' +
    'java js json json5 jsonc jsx kt kts less lua mjs ml mts nim php pl proto ps1 py r rb rs sass scala scss sh ' +
    'sql svelte svg swift tf toml ts tsx vue xml yaml yml zig zsh ' +
    'dockerfile gemfile jenkinsfile justfile makefile procfile rakefile ' +
    'docx gif gz jpeg jpg mp3 mp4 pdf png pptx tar xlsx zip ai cn com dev io net org'
  ).split(' '),
);

/** Folders that are recognised without the word "folder" and without a slash. */
export const FOLDER_NAMES: ReadonlySet<string> = new Set(
  (
    'app assets bin build config console data dist docs evals examples lib logs notes packages public scripts ' +
    'skills source src test tests tools'
  ).split(' '),
);

/** Words that name no file and no folder. */
export const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'a about all an and any anything bing content contents directories directory each every everything everywhere ' +
    'few file files folder folders for from github google her here him his how in internet it list many me more my ' +
    'net no of on online or our out please some something stuff text than that the their them then there these ' +
    'they thing things this those to todo todos twitter up us way ways we web website what when where which who ' +
    'why with without words workspace you your youtube'
  ).split(' '),
);

/** Things of which a person may want a list, which is no list of files. */
export const LISTS_OF_OURS: ReadonlySet<string> = new Set(
  (
    'approvals channels commands help history items jobs memories memory models news options plugins processes ' +
    'projects sessions settings skills tasks tools usage users'
  ).split(' '),
);

/** Words that are nothing to search for. */
export const NO_QUERIES: ReadonlySet<string> = new Set(
  (
    'a all an and anything everything file files folder folders for help her here him how in information it me ' +
    'more my of on out someone something that the them there these this those to us what when where which who why you'
  ).split(' '),
);
