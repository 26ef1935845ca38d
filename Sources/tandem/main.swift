internal import TandemCLI

await Program.main()
