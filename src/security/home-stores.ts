/** Names below a home folder that hold keys and credentials: no tool reads them, whichever way it would go. */
export const HOME_STORES: readonly string[] = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker/config.json',
  '.config/gcloud',
  '.config/gh',
  '.config/op',
  '.netrc',
  '.git-credentials',
  '.pgpass',
  '.pypirc',
  '.password-store',
  '.vault-token',
  '.local/share/keyrings',
];
