// What stands at a use of a renamed symbol in a component afterwards: templates write names as attributes do, and leave out values that are called as their attribute.
import type ts from 'typescript';
import type { ComponentPackages, VolarLanguage } from './packages.ts';

interface Texts {
  read(path: string): string | undefined;
}

// For an attribute that is its value too, as in `:items`: whether the name of the attribute changes, what it is given, or both.
interface Meaning {
  key: boolean;
  value: boolean;
}

export class ComponentNames {
  readonly #packages: Pick<ComponentPackages, 'transformDocumentSpan' | 'isRenameEnabled'>;
  readonly #language: VolarLanguage;
  readonly #texts: Texts;
  // Of the last rename that was asked for, by their places.
  readonly #meanings = new Map<string, Meaning>();

  constructor(packages: Pick<ComponentPackages, 'transformDocumentSpan' | 'isRenameEnabled'>, language: VolarLanguage, texts: Texts) {
    this.#packages = packages;
    this.#language = language;
    this.#texts = texts;
  }

  // The same service, whose renames are remembered as they are in the code that stands for a component: a component has one place for what is two there.
  noting(service: ts.LanguageService): ts.LanguageService {
    return new Proxy(service, {
      get: (target, name, receiver) => {
        const method: unknown = Reflect.get(target, name, receiver);
        if (name !== 'findRenameLocations' || typeof method !== 'function') return method;
        return (...asked: readonly unknown[]): unknown => {
          const found: readonly ts.RenameLocation[] | undefined = Reflect.apply(method, target, asked);
          for (const location of found ?? []) this.#note(target, location);
          return found;
        };
      },
    });
  }

  forget(): void {
    this.#meanings.clear();
  }

  newText({ fileName, textSpan, prefixText = '', suffixText = '' }: ts.RenameLocation, newName: string): string {
    const text = this.#texts.read(fileName) ?? '';
    const old = text.slice(textSpan.start, textSpan.start + textSpan.length);
    const name = old.includes('-') ? hyphenated(newName) : newName;
    const meaning = this.#meanings.get(keyOf(fileName, textSpan));
    if (meaning === undefined || !isShorthand(text, textSpan)) return prefixText + name + suffixText;
    if (meaning.key && meaning.value) return name;
    return meaning.key ? `${name}="${camelized(old)}"` : `${old}="${newName}"`;
  }

  #note(service: ts.LanguageService, location: ts.RenameLocation): void {
    const place = this.#packages.transformDocumentSpan(this.#language, location, false, this.#packages.isRenameEnabled);
    if (place === undefined || place === location) return;
    const generated = service.getProgram()?.getSourceFile(location.fileName)?.text ?? '';
    const { start, length } = location.textSpan;
    const meaning = this.#meanings.get(keyOf(place.fileName, place.textSpan)) ?? { key: false, value: false };
    if (/^['"]?\s*:/.test(generated.slice(start + length, start + length + 3))) meaning.key = true;
    else if (/\(\s*$/.test(generated.slice(Math.max(0, start - 3), start))) meaning.value = true;
    this.#meanings.set(keyOf(place.fileName, place.textSpan), meaning);
  }
}

// Behind a colon and before the next attribute.
function isShorthand(text: string, { start, length }: ts.TextSpan): boolean {
  return /(?:\s:|\bv-bind:)$/.test(text.slice(Math.max(0, start - 7), start)) && /^[\s/>]/.test(text.slice(start + length, start + length + 1));
}

function keyOf(path: string, { start, length }: ts.TextSpan): string {
  return `${path}:${start}:${length}`;
}

function hyphenated(name: string): string {
  return name.replace(/\B([A-Z])/g, '-$1').toLowerCase();
}

function camelized(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
