internal import TandemCLI

Program.main()
