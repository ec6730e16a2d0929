// xterm makes bare <style> elements and style attributes, which the page's policy refuses: here they get its nonce, and become what the policy allows.

export function allowStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  const create = document.createElement.bind(document);
  Object.defineProperty(document, 'createElement', {
    configurable: true,
    writable: true,
    value: (name: string, options?: ElementCreationOptions) => {
      const element = create(name, options);
      if (element instanceof HTMLStyleElement) element.nonce = nonce;
      return element;
    },
  });
  // Colours that a program chose itself are set as an attribute of each span.
  const { setAttribute } = Element.prototype;
  Object.defineProperty(HTMLSpanElement.prototype, 'setAttribute', {
    configurable: true,
    writable: true,
    value(this: HTMLSpanElement, name: string, value: string) {
      if (name === 'style') this.style.cssText = value;
      else setAttribute.call(this, name, value);
    },
  });
}
