declare module "postject" {
  export function inject(
    file: string,
    resource: string,
    data: Uint8Array,
    options: { readonly sentinelFuse: string; readonly machoSegmentName?: string },
  ): Promise<void>;
}
