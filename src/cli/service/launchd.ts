// The service as an agent of launchd, on macOS.
import { join } from 'node:path';
import { ARGUMENTS, type ServiceDefinition, type ServiceProgram } from './definition.ts';
import { xmlText } from './xmlText.ts';

const LABEL = 'ide.binnacle.daemon';

// home: of the person whose number is user.
export function launchdService(program: ServiceProgram, home: string, user: number): ServiceDefinition {
  const file = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const domain = `gui/${user}`;
  return {
    manager: 'launchd',
    file,
    text: propertyList(program),
    probe: ['launchctl', 'print', domain],
    // An older one that runs is taken out first; that there is none is no failure, so it goes through a command that never fails.
    install: [
      ['/bin/sh', '-c', `launchctl bootout ${domain}/${LABEL} 2>/dev/null; true`],
      ['launchctl', 'bootstrap', domain, file],
    ],
    uninstall: [['launchctl', 'bootout', `${domain}/${LABEL}`]],
    isRunning: ['launchctl', 'print', `${domain}/${LABEL}`],
  };
}

function propertyList({ node, executable, environment, output }: ServiceProgram): string {
  const strings = (texts: readonly string[]) => texts.map((text) => `    <string>${xmlText(text)}</string>`);
  const variables = Object.entries(environment).flatMap(([name, value]) => [`    <key>${xmlText(name)}</key>`, `    <string>${xmlText(value)}</string>`]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${LABEL}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...strings([node, executable, ...ARGUMENTS]),
    '  </array>',
    ...(variables.length > 0 ? ['  <key>EnvironmentVariables</key>', '  <dict>', ...variables, '  </dict>'] : []),
    '  <key>RunAtLoad</key>',
    '  <true/>',
    // The end that a person asked for is one; a crash, a kill and an upgrade are not.
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>StandardOutPath</key>',
    `  <string>${xmlText(output)}</string>`,
    '  <key>StandardErrorPath</key>',
    `  <string>${xmlText(output)}</string>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}
