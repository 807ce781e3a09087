/** Importing a feature's stylesheet gives the address of the file that the build made of it. */
declare module "*.css" {
  const address: string;
  export default address;
}
