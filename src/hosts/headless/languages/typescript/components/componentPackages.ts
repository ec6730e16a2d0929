// Where the packages that read components lie once a person has let them be fetched. They are never taken from the project, whose packages would be its code.
import { packageOf } from '../../../../../machine/servers/packages.ts';
import { folderOf, launchOf } from '../../../../../machine/servers/serverFolders.ts';

export const COMPONENTS = 'components';

// The folder that holds their node_modules; undefined until they are there.
export function componentPackages(): string | undefined {
  const wanted = packageOf(COMPONENTS);
  return wanted === undefined || launchOf(wanted) === undefined ? undefined : folderOf(wanted);
}
