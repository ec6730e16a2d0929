// Which variables of an environment say where things are on this machine, and which say how programs are built: neither holds what a person keeps to themselves.

export type Environment = Readonly<Record<string, string | undefined>>;

// Who the person is, where their folders are, and how they read and write.
const PLACES =
  /^(?:HOME|USER|LOGNAME|SHELL|PATH|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|XDG_\w+|BINNACLE_\w+|PSI_BRIDGE_PORT|CLAUDE_CONFIG_DIR|GEMINI_CLI_HOME|QWEN_HOME|ELECTRON_RUN_AS_NODE|NODE_EXTRA_CA_CERTS|__CF_USER_TEXT_ENCODING)$/i;
const PLACES_ON_WINDOWS =
  /^(?:SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles.*|CommonProgramFiles.*|ProgramW6432|CommonProgramW6432|USERPROFILE|USERNAME|USERDOMAIN|HOMEDRIVE|HOMEPATH|ALLUSERSPROFILE|PUBLIC|COMPUTERNAME|NUMBER_OF_PROCESSORS|PROCESSOR_\w+|OS)$/i;
const TOOLCHAINS =
  /^(?:\w+_HOME|\w+_ROOT|GO\w*|CGO_\w+|CARGO(?:_HOME|_TARGET_DIR|_BUILD_\w+|_NET_\w+)?|RUST\w*|PYTHON\w*|VIRTUAL_ENV|CONDA_(?:PREFIX|DEFAULT_ENV|EXE|PYTHON_EXE)|PYENV\w*|POETRY_(?:VIRTUALENVS|CACHE)\w*|UV_(?:PYTHON|CACHE)\w*|NODE_PATH|NODE_OPTIONS|NVM_\w+|VOLTA_\w+|FNM_\w+|ASDF_\w+|MISE_\w+|JAVA_\w+|JDK_\w+|MAVEN_OPTS|GRADLE_OPTS|ANDROID_\w+|DOTNET_\w+|GEM_\w+|RUBY\w*|BUNDLE_PATH|COMPOSER_HOME|CC|CXX|CPP|LD|AR|C(?:XX|PP)?FLAGS|LDFLAGS|CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH|LIBRARY_PATH|LD_LIBRARY_PATH|DYLD_\w+|PKG_CONFIG\w*|CMAKE_\w+|SDKROOT|DEVELOPER_DIR|MACOSX_DEPLOYMENT_TARGET|NIX_\w+|HTTPS?_PROXY|NO_PROXY|ALL_PROXY|SSL_CERT_\w+)$/i;

// What a process needs that works for many: nothing of whoever happened to start it.
export function minimalEnvironment(whole: Environment, platform: NodeJS.Platform = process.platform): Record<string, string> {
  return chosen(whole, (name) => PLACES.test(name) || (platform === 'win32' && PLACES_ON_WINDOWS.test(name)));
}

// What an engine needs to find compilers, interpreters and packages.
export function toolchainVariables(whole: Environment): Record<string, string> {
  return chosen(whole, (name) => /^PATH$/i.test(name) || (TOOLCHAINS.test(name) && !SECRET.test(name)));
}

const SECRET = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|_KEY$|_AUTH/i;

function chosen(whole: Environment, isMeant: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(whole).flatMap(([name, value]) => (value !== undefined && isMeant(name) ? [[name, value]] : [])));
}
