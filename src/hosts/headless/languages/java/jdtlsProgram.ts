// How jdt.ls is started: by a Java that is new enough for it, from a folder that holds it, or by the script that an installer put on the PATH.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from '../../../../machine/processes/processes.ts';
import type { Jdk } from '../../../../machine/toolchains/jdks.ts';
import type { JavaWorkspace } from './workspaces.ts';

// The bundles of jdt.ls 1.60 say so.
export const OLDEST_JAVA = 21;

const LAUNCHER = /^org\.eclipse\.equinox\.launcher_[\d.].*\.jar$/;
// Enough for large projects, and no more than an editor gives it.
const MEMORY = '-Xmx2G';

export function javaFor(jdks: readonly Jdk[]): Jdk | undefined {
  return jdks.find(({ version }) => version >= OLDEST_JAVA);
}

export function jdtlsCommand(program: string, jdk: Jdk, { folder, shared }: JavaWorkspace): Omit<Command, 'cwd'> {
  const server = serverFolder(program);
  const data = ['-data', join(folder, 'data')];
  const options = [
    MEMORY,
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Djava.import.generatesMetadataFilesAtProjectRoot=false',
    `-Djdt.core.sharedIndexLocation=${shared}`,
  ];
  if (server === undefined) return { program, args: [...options.map((option) => `--jvm-arg=${option}`), ...data], environment: { JAVA_HOME: jdk.home } };
  const launcher = readdirSync(join(server, 'plugins')).find((name) => LAUNCHER.test(name)) ?? '';
  const lombok = join(server, 'lombok.jar');
  return {
    program: jdk.java,
    args: [
      // Sources that Lombok completes are full of errors without it.
      ...(existsSync(lombok) ? [`-javaagent:${lombok}`] : []),
      '-Declipse.application=org.eclipse.jdt.ls.core.id1',
      '-Dosgi.bundles.defaultStartLevel=4',
      '-Declipse.product=org.eclipse.jdt.ls.core.product',
      '-Dosgi.checkConfiguration=true',
      `-Dosgi.sharedConfiguration.area=${join(server, configuration())}`,
      '-Dosgi.sharedConfiguration.area.readOnly=true',
      '-Dosgi.configuration.cascaded=true',
      ...options,
      '--add-modules=ALL-SYSTEM',
      ...['java.base/java.util=ALL-UNNAMED', 'java.base/java.lang=ALL-UNNAMED'].flatMap((what) => ['--add-opens', what]),
      ...['-jar', join(server, 'plugins', launcher)],
      ...['-configuration', join(folder, 'configuration')],
      ...data,
    ],
    environment: { JAVA_TOOL_OPTIONS: undefined, JDK_JAVA_OPTIONS: undefined, CLIENT_PORT: undefined, CLIENT_HOST: undefined },
  };
}

// The folder around bin/jdtls, where the server lies beside it: its script wants Python, which not everybody has.
function serverFolder(program: string): string | undefined {
  const folder = dirname(dirname(realpathSync(program)));
  return existsSync(join(folder, 'plugins')) && existsSync(join(folder, configuration())) ? folder : undefined;
}

function configuration(): string {
  const arm = process.arch === 'arm64' ? '_arm' : '';
  if (process.platform === 'darwin') return `config_mac${arm}`;
  return process.platform === 'win32' ? 'config_win' : `config_linux${arm}`;
}
